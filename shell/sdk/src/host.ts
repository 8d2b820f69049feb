/** What only the page's host may use: the shell, and the mini shell of a feature that runs alone. */

export { callerOf, send, traceWith } from './api/callers.ts';
export { type Inject, injectFor } from './api/injectContract.ts';
export { readMissedAgain } from './api/readMissed.ts';
export { CONTRACT } from './feature/contract.ts';
export { FailureScreen } from './loading/FailureScreen.tsx';
export { classify, type FeatureLoadError, FeatureLoadFault } from './loading/featureLoadError.ts';
export { featureLoads } from './loading/featureLoads.ts';
export { pagePaintedMs } from './loading/firstPaint.ts';
export { moduleOf } from './loading/lazyPart.ts';
export type { LoadNote } from './loading/loadNote.ts';
export { keepErrors, takeErrors } from './loading/pageErrors.ts';
export { usePlaceName, usePlaceNames } from './loading/placeName.ts';
export { StillLoading } from './loading/StillLoading.tsx';
export { acceptDocument, askSession, logInOf, ServerLoaderError } from './loading/serverLoader.ts';
export { answerKey, isKeptPage, type KeptAnswer, showKept, useKeptSince } from './network/keptPage.ts';
export { textScale, theme } from './preferences/appearance.ts';
export { setInstall } from './preferences/install.ts';
export { agree, firstLanguage, followProfile, keepChoices } from './preferences/language.ts';
export { setPush } from './preferences/push.ts';
export { setRemoveSaved } from './preferences/savedData.ts';
export { followZone } from './session/readerZone.ts';
export { sessionKnown } from './session/session.ts';
export { listenToTabs, userName } from './session/tabs.ts';
export { useUser } from './session/useSession.ts';
export { lazyTexts } from './texts/lazyTexts.ts';
export { sdkTexts } from './texts/sdkTexts.ts';
export { addTexts, currentLanguage, startTexts } from './texts/texts.ts';
