import { type Money, maturityOptions, redeem, restakePrincipal, stakePayoutChains } from '@trellis/api-contract';
import { Hint, isZero, LinkButton, moneyText, Notice, shownText } from '@trellis/kit';
import { Checkbox, ChoiceGroup } from '@trellis/kit/form';
import { useTranslation } from 'react-i18next';
import { AddressField } from '../withdrawal/AddressField.tsx';
import { type Ahead, isLess } from './ahead.ts';
import { choiceTexts } from './choiceTexts.ts';
import { isTooLittle, payoutOf, termOf } from './order.ts';
import type { MaturityChoice } from './useMaturityChoice.ts';

interface MaturityFieldsProps {
  readonly choice: MaturityChoice;
  readonly ahead: Ahead;
  /** What stands in `ahead` is not known yet. */
  readonly pending?: boolean;
  /** What happens without a choice, where it can be made later. */
  readonly later?: string | undefined;
  /** The least that can be paid out to an address. */
  readonly payoutMinimum: Money;
  /** USD that stand in the way of paying out all. */
  readonly available: Money;
  /** It waits for the choice, which is carried out at once; where to the USD are withdrawn before that, and back. */
  readonly withdrawal?: string | undefined;
  /** Paying out all was asked for nevertheless. */
  readonly usdRefused?: boolean;
}

/** What becomes of a stake as its term ends: three choices with what each brings, and where what is paid out goes. */
export function MaturityFields(props: MaturityFieldsProps) {
  const { choice, ahead, pending, later, payoutMinimum, available, withdrawal, usdRefused } = props;
  const { t } = useTranslation('wallet');
  const { option, payTo } = choice;
  const details = {
    1: t('stake.maturity.continueText', { amount: shownText(ahead.grown.cp) }),
    2: t('stake.maturity.profitText', { profit: shownText(ahead.profit), principal: shownText(ahead.kept.cp) }),
    3: t('stake.maturity.allText', { amount: shownText(ahead.total) }),
  };
  const term = option && termOf(option, ahead);
  const payout = option && payoutOf(option, ahead);
  const usdInTheWay = option === redeem && !isLess(available, payoutMinimum);
  return (
    <>
      <ChoiceGroup
        label={t('stake.maturity')}
        labelHidden
        value={String(option ?? (later === undefined ? '' : 0))}
        onChange={(value) => choice.choose(maturityOptions.find((each) => String(each) === value))}
        options={[
          ...(later === undefined ? [] : [{ value: '0', label: t('stake.maturity.later'), detail: later }]),
          ...maturityOptions.map((each) => ({
            value: String(each),
            label: t(choiceTexts[each], { count: termOf(each, ahead)?.days ?? 0 }),
            detail: details[each],
          })),
        ]}
        error={usdRefused ? t('stake.usdFirstTitle') : choice.optionError}
      />
      {usdInTheWay &&
        (withdrawal === undefined ? (
          <Notice tone="warning" title={t('stake.usdFirstTitle')}>
            {t('stake.usdFirstLater', { available: moneyText(available), minimum: moneyText(payoutMinimum) })}
          </Notice>
        ) : (
          <Notice
            tone="warning"
            title={t('stake.usdFirstTitle')}
            action={
              <LinkButton size="small" to={withdrawal}>
                {t('stake.usdFirstGo', { amount: moneyText(available) })}
              </LinkButton>
            }
          >
            {t('stake.usdFirstText', { amount: moneyText(available) })}
          </Notice>
        ))}
      {option === restakePrincipal && (
        <ChoiceGroup
          label={t('stake.payTo')}
          value={payTo}
          onChange={choice.pay}
          options={[
            { value: 'balance', label: t('stake.payBalance') },
            { value: 'address', label: t('stake.payAddress') },
          ]}
        />
      )}
      {choice.toAddress && (
        <AddressField
          label={t('stake.receivingAddress')}
          asset="USDT"
          chains={stakePayoutChains}
          destination={choice.destination}
        />
      )}
      {!pending && option && payout && !isZero(payout) && isTooLittle({ option, payTo }, ahead, payoutMinimum) && (
        <Notice tone="primary">
          {t('stake.tooLittle', { amount: moneyText(payout), minimum: moneyText(payoutMinimum) })}
        </Notice>
      )}
      {term && (
        <Checkbox checked={choice.acceptsLess} onChange={choice.accept} error={choice.consentError}>
          {t('stake.acceptsLess')}
          <Hint>
            {!pending && isZero(term.reward)
              ? t('stake.acceptsLessZero')
              : t('stake.acceptsLessHint', { reward: moneyText(term.reward) })}
          </Hint>
        </Checkbox>
      )}
    </>
  );
}
