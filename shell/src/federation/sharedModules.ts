import type { LateLibrary, SharedLibrary, sharedNames } from '@trellis/feature-build';
import * as kit from '@trellis/kit';
import * as sdk from '@trellis/shell-sdk';
import React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';

type Facade<Library extends keyof typeof sharedNames> = Readonly<
  Record<(typeof sharedNames)[Library][number], unknown>
>;

const router: Facade<'react-router-dom'> = { Link, Navigate, useLocation, useNavigate, useParams, useSearchParams };
const i18n: Facade<'react-i18next'> = { useTranslation };

/** `__esModule`, or a default import of a plain object would be the object itself. */
export const asModule = (names: object): object => Object.freeze({ __esModule: true, ...names });

/**
 * The page's one copy of each library that is there from the start, as features get it. Two of them are facades with an allow-list, because
 * a whole namespace object would keep all of the library in the bundle.
 */
export const sharedModules: Readonly<Record<Exclude<SharedLibrary, LateLibrary>, unknown>> = {
  react: React,
  'react/jsx-runtime': asModule({ Fragment: jsxRuntime.Fragment, jsx: jsxRuntime.jsx, jsxs: jsxRuntime.jsxs }),
  'react-dom': ReactDOM,
  'react-router-dom': asModule(router),
  'react-i18next': asModule(i18n),
  '@trellis/kit': kit,
  '@trellis/shell-sdk': sdk,
};
