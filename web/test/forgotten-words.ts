import { speaking } from '@parlance/words/current';
import { wordsOf } from '@parlance/words/server';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { brandName } from '#lib/brand';

// What says its language is in that one, whoever reads.
const ownLanguage = /<(\w+)[^>]* lang="[^"]*"[^>]*>.*?<\/\1>/g;
const moments = /<time[^>]*>.*?<\/time>/g;
const readAttributes = /(?:aria-label|aria-valuetext|title|placeholder|alt)="([^"]*)"/g;

/** For tests: what of a screen is still English in the pseudo-locale, whose every text stands in brackets. */
export function forgottenWords(screen: () => ReactNode): string[] {
  const html = speaking(wordsOf('en-XA'), () => {
    const router = createMemoryRouter([{ path: '*', Component: screen }]);
    return renderToStaticMarkup(createElement(RouterProvider, { router }));
  })
    .replaceAll(moments, '')
    .replaceAll(ownLanguage, '')
    .replaceAll(brandName, '');
  const attributes = [...html.matchAll(readAttributes)].map(([, text = '']) => text);
  return [html.replaceAll(/<[^>]*>/g, ''), ...attributes].flatMap(
    (text) => outsideBrackets(text).match(/\p{L}{2,}/gu) ?? [],
  );
}

function outsideBrackets(text: string): string {
  let depth = 0;
  let outside = '';
  for (const sign of text) {
    if (sign === '[') depth += 1;
    else if (sign === ']') depth -= 1;
    else if (depth === 0) outside += sign;
  }
  return outside;
}
