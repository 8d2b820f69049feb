import type { MemberAction, Output } from '@trellis/api-contract';
import { Button, LinkButton, Screen, useSecondColumn } from '@trellis/kit';
import { Form } from '@trellis/kit/form';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiFailure } from '../api/failure.ts';
import { type Inject, injectContract } from '../api/injectContract.ts';
import { type ActionBody, type ActionEndpoint, actionOf } from './actionCall.ts';
import { ConfirmSheet } from './ConfirmSheet.tsx';
import { FlowSuccess } from './FlowSuccess.tsx';
import { type Obstacle, ObstacleNotice, ObstacleSheet, obstacleIn, obstacleOf, useDemand } from './guard.tsx';
import type { Confirmation, Success } from './shown.ts';
import { UnfinishedActionNotice } from './UnfinishedActionNotice.tsx';
import { useUnfinishedActions } from './unfinishedAction.ts';
import { useFlow } from './useFlow.ts';

interface FlowParts<Name extends ActionEndpoint, Input> {
  readonly title: string;
  readonly back: string;
  readonly action?: ReactNode;
  /** What leads above the fields, on the coloured material. */
  readonly head?: ReactNode;
  /** The fields. */
  readonly children: ReactNode;
  /** What the entries come to: above the fields, or with the button alongside them on a wide screen. */
  readonly summary?: ReactNode;
  /** Below the form, or alongside it on a wide screen: tips, records. */
  readonly below?: ReactNode;
  /** The errors shown under the fields; new ones take the focus. */
  readonly issues: unknown;
  /** Checks the fields and answers what is wanted; `undefined` when errors are shown instead. */
  readonly onReview: () => Input | undefined;
  readonly reviewLabel: string | undefined;
  /** What is reviewed is on its way: figures of the server for what was just typed. */
  readonly reviewBusy?: boolean;
  /** What has to be done before, elsewhere: in the place of the button, the way there. */
  readonly before?: { readonly label: string; readonly to: string } | undefined;
  readonly confirm: (input: Input) => Confirmation;
  /** The call that the flow ends with. What it asks of the member and what it makes stale, the contract says. */
  readonly endpoint: Name;
  readonly body: (input: Input) => ActionBody<Name>;
  /** Which of several things it is about: what became of an act is shown there, and at no other. */
  readonly about?: string;
  /** Whose rule the server applies, where that depends on what is wanted. */
  readonly guardedAs?: MemberAction;
  /** Puts a refusal under a field and answers `true`; the sheet then closes. */
  readonly onRefused?: (failure: ApiFailure) => boolean;
  /** By which the call comes to the client: the page gives each feature its own. */
  readonly inject?: Inject;
}

/** A receipt, and the way on to the next one. */
interface WithReceipt<Name extends ActionEndpoint> {
  readonly success: (receipt: Output<Name>) => Success;
  readonly continueLabel: string;
  /** Empties the fields for the next one. */
  readonly onContinue: () => void;
  readonly onDone?: undefined;
}

/** What came of it is shown where it was asked for. */
interface InPlace<Name extends ActionEndpoint> {
  readonly onDone: (receipt: Output<Name>) => void;
  readonly success?: undefined;
}

export type FlowProps<Name extends ActionEndpoint, Input> = FlowParts<Name, Input> &
  (WithReceipt<Name> | InPlace<Name>);

/** The one form of every money flow: input → confirm information → success → continue. */
export function Flow<Name extends ActionEndpoint, Input>(props: FlowProps<Name, Input>) {
  const { title, back, action, head, summary, endpoint, onRefused } = props;
  const { t } = useTranslation('kit');
  const form = useId();
  const hasSecond = useSecondColumn(summary !== undefined);
  const guarded = props.guardedAs ?? actionOf(endpoint);
  const demand = useDemand(guarded);
  const [obstacle, setObstacle] = useState<Obstacle>();
  const unfinished = useUnfinishedActions(endpoint, props.about);
  const refused = (failure: ApiFailure): boolean => {
    const obstacle = obstacleIn(failure);
    if (obstacle) setObstacle(obstacle);
    return obstacle !== undefined || (onRefused?.(failure) ?? false);
  };
  const flow = useFlow(endpoint, props.body, refused, unfinished, props.inject ?? injectContract);
  const { state } = flow;

  // Whoever comes back later begins again, and does not send the same once more.
  const done = state.step === 'success';
  useEffect(() => {
    if (state.step !== 'success') return;
    if (props.onDone === undefined) {
      props.onContinue();
      return;
    }
    props.onDone(state.receipt);
    flow.again();
  }, [done]);
  if (state.step === 'success' && props.onDone === undefined) {
    return (
      <Screen
        title={title}
        back={back}
        dock={
          <>
            <LinkButton to={back}>{t('flow.done')}</LinkButton>
            <Button kind="quiet" onClick={flow.again}>
              {props.continueLabel}
            </Button>
          </>
        }
      >
        <FlowSuccess {...props.success(state.receipt)} closeTo={back} />
      </Screen>
    );
  }
  const review = () => {
    const input = props.onReview();
    if (input === undefined) return;
    const obstacle = obstacleOf(demand);
    if (obstacle) setObstacle(obstacle);
    else flow.review(input);
  };
  const nextStep = props.before ? (
    <LinkButton to={props.before.to}>{props.before.label}</LinkButton>
  ) : props.reviewLabel === undefined ? undefined : (
    <Button
      type="submit"
      form={form}
      busy={['left', 'checking'].includes(flow.left.action.phase) || props.reviewBusy === true}
    >
      {props.reviewLabel}
    </Button>
  );
  return (
    <Screen
      title={title}
      back={back}
      {...(hasSecond
        ? {
            below: (
              <>
                {summary}
                {nextStep && <section aria-label={t('screen.nextStep')}>{nextStep}</section>}
                {props.below}
              </>
            ),
          }
        : { dock: nextStep, ...(props.below !== undefined && { below: props.below }) })}
      {...(action !== undefined && { action })}
      {...(head !== undefined && { head })}
    >
      <UnfinishedActionNotice action={flow.left.action} onCheckAgain={flow.left.checkAgain} />
      <ObstacleNotice obstacle={obstacleOf(demand)} />
      <Form id={form} issues={props.issues} onSubmit={review}>
        {!hasSecond && summary}
        {props.children}
      </Form>
      {state.step === 'confirm' && (
        <ConfirmSheet
          title={t('step.confirm')}
          confirmation={props.confirm(state.action.input)}
          action={guarded}
          demand={demand}
          phase={state.phase}
          failure={state.failure}
          onSubmit={flow.send}
          onCheck={flow.check}
          onClose={flow.close}
        />
      )}
      {obstacle && <ObstacleSheet obstacle={obstacle} onClose={() => setObstacle(undefined)} />}
    </Screen>
  );
}
