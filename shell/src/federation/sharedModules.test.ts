import { expect, test } from '@jest/globals';
import { lateLibraries, sharedLibraries } from '@trellis/feature-build/shared';
import * as kit from '@trellis/kit';
import * as sdk from '@trellis/shell-sdk';
import React from 'react';
import { jsx } from 'react/jsx-runtime';
import ReactDOM from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { sharedModules } from './sharedModules.ts';

test('every shared library is handed over', () => {
  expect([...Object.keys(sharedModules), ...lateLibraries].sort()).toEqual([...sharedLibraries].sort());
});

test('what features get is the very copy that the shell uses', () => {
  expect(sharedModules.react).toBe(React);
  expect(sharedModules['react-dom']).toBe(ReactDOM);
  expect(sharedModules['@trellis/kit']).toBe(kit);
  expect(sharedModules['@trellis/shell-sdk']).toBe(sdk);
  expect(sharedModules['react/jsx-runtime']).toMatchObject({ jsx });
  expect(sharedModules['react-router-dom']).toMatchObject({ Link, useNavigate });
  expect(sharedModules['react-i18next']).toMatchObject({ useTranslation });
});

test('a facade says that it is an ES module, and cannot be changed by a feature', () => {
  for (const library of ['react-router-dom', 'react-i18next', 'react/jsx-runtime'] as const) {
    expect(sharedModules[library]).toMatchObject({ __esModule: true });
    expect(Object.isFrozen(sharedModules[library])).toBe(true);
  }
});
