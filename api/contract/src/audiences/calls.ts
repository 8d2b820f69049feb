import type { contracts, EndpointNameOf, OutputOf } from '../schemas/contracts.ts';
import type { CallBy } from '../types.ts';
import type { AudienceName, Endpoint } from './endpoint.ts';

/** What a caller gives: path parameters, query and body in one object (their names never overlap). */
export type InputOf<A extends AudienceName, Name extends EndpointNameOf<A>> = CallBy<
  (typeof contracts)[A]['schemas'][Name]
>;

/** One endpoint of an audience as data. */
export type EndpointIn<
  A extends AudienceName,
  Name extends EndpointNameOf<A>,
> = (typeof contracts)[A]['endpoints'][Name];

/** Names of an audience's cache tags. */
export type TagOf<A extends AudienceName> = (typeof contracts)[A]['tags'][number];

/** Endpoints of an audience that answer page by page. */
export type PagedNameOf<A extends AudienceName> = {
  [Name in EndpointNameOf<A>]: OutputOf<A, Name> extends { readonly next: string | null }
    ? InputOf<A, Name> extends { readonly after?: string | undefined }
      ? Name
      : never
    : never;
}[EndpointNameOf<A>];

/** What the table of an audience has to be by its schemas: those that answer page by page say so, and no others. */
export type PagesSaid<A extends AudienceName> = {
  readonly [Name in EndpointNameOf<A>]: Endpoint &
    (Name extends PagedNameOf<A> ? { readonly paged: true } : { readonly paged?: never });
};

interface Users {
  readonly member: NonNullable<OutputOf<'member', 'getSession'>['member']>;
  readonly operator: NonNullable<OutputOf<'operator', 'getSession'>['operator']>;
}
/** Who is logged in on a page, as the page is shown. */
export type UserOf<A extends AudienceName> = Users[A];

export type { EndpointNameOf, OutputOf };
