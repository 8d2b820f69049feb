import type { FeatureName } from '@trellis/api-contract';
import * as sdk from '@trellis/shell-sdk';
import type * as flow from '@trellis/shell-sdk/flow';
import { callerOf, type Inject, injectFor } from '@trellis/shell-sdk/host';
import { createElement } from 'react';
import { registry } from '../boot/document.ts';
import { asModule } from './sharedModules.ts';

type Flow = typeof flow;

/** What one feature gets in the place of the sdk: what calls the API by it, calls in the name of that feature. */
export interface FeatureSdk {
  readonly sdk: object;
  /** @param flow the late library of that name */
  readonly flowOf: (flow: Flow) => object;
}

/** Made once for each feature, before the code of any runs. */
export function featureSdk(feature: FeatureName): FeatureSdk {
  const caller = callerOf(feature);
  const inject = injectFor(feature, registry.features[feature]?.calls, caller);
  const own: Partial<typeof sdk> = {
    injectContract: inject,
    logOut: (contract) => sdk.logOut(contract, inject),
    screenRoutes: (_, routes, loaders) => sdk.screenRoutes(feature, routes, loaders, caller),
    useDownload: () => sdk.useDownload(caller),
  };
  let ownFlow: object | undefined;
  return {
    sdk: asModule({ ...sdk, ...own }),
    flowOf: (flow) => {
      // Once: another component each time would lose what was typed.
      ownFlow ??= asModule({ ...flow, ...flowWith(flow, inject) });
      return ownFlow;
    },
  };
}

const flowWith = (flow: Flow, inject: Inject): Partial<Flow> => ({
  Flow: (props) =>
    createElement(flow.Flow<typeof props.endpoint, Parameters<typeof props.body>[0]>, { ...props, inject }),
  useKeptCall: (contract) => flow.useKeptCall(contract, inject),
});
