import { createApi } from '@reduxjs/toolkit/query/react';
import { contractBaseQuery } from './baseQuery.ts';

/** The page's one client and cache of the API. It has no endpoint until somebody asks for one: `injectContract`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: contractBaseQuery,
  tagTypes: [] as string[],
  endpoints: () => ({}),
});
