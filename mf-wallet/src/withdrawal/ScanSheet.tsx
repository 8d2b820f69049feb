import { payeeIn } from '@trellis/api-contract';
import { Hint, Notice, Sheet } from '@trellis/kit';
import decodeQR from 'qr/decode.js';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as styles from './ScanSheet.module.css';

interface ScanSheetProps {
  readonly onAddress: (address: string) => void;
  readonly onClose: () => void;
}

/** How often a picture is looked at; half of a phone's width is enough for a code that fills the frame. */
const lookEveryMs = 200;
const widest = 640;

/** Reads an address from a QR code in front of the camera. Nothing leaves the browser, and the camera ends with the sheet. */
export function ScanSheet({ onAddress, onClose }: ScanSheetProps) {
  const { t } = useTranslation('wallet');
  const video = useRef<HTMLVideoElement>(null);
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    let stream: MediaStream | undefined;
    let ended = false;
    const canvas = document.createElement('canvas');
    const timer = setInterval(() => {
      const text = video.current && readCode(video.current, canvas);
      if (text) onAddress(payeeIn(text));
    }, lookEveryMs);
    const start = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
        if (ended) end();
        else if (video.current) {
          video.current.srcObject = stream;
          await video.current.play();
        }
      } catch {
        if (!ended) setRefused(true);
      }
    };
    const end = () => {
      ended = true;
      clearInterval(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    void start();
    return end;
  }, [onAddress]);
  return (
    <Sheet title={t('withdrawal.scan')} onClose={onClose}>
      {refused ? (
        <Notice tone="warning" urgent>
          {t('withdrawal.noCamera')}
        </Notice>
      ) : (
        <>
          <video ref={video} className={styles.picture} muted playsInline aria-label={t('withdrawal.scan')} />
          <Hint>{t('withdrawal.scanHint')}</Hint>
        </>
      )}
    </Sheet>
  );
}

/** The text of a code in the picture of this moment; `undefined` if there is none that can be read. */
function readCode(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | undefined {
  if (video.videoWidth === 0) return undefined;
  const scale = Math.min(1, widest / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return undefined;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    return undefined;
  }
}
