import { Empty, ExternalLink, Screen } from '@trellis/kit';

/** A cookie belongs to a host, not to a port: a log-in at the product's own address is one here too. */
export function LogInFirst({ address }: { address: string }) {
  return (
    <Screen title="Nobody is logged in">
      <Empty
        icon="account"
        text="Log in at the product's own address, then reload this page."
        action={<ExternalLink href={address}>{address}</ExternalLink>}
      />
    </Screen>
  );
}
