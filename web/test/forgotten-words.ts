import { speaking } from '@parlance/words/current';
import { wordsOf } from '@parlance/words/server';
import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { brandName } from '#lib/brand';

// An element with a lang attribute is in that language for every reader.
const ownLanguage = /<(\w+)[^>]* lang="[^"]*"[^>]*>.*?<\/\1>/g;
const moments = /<time[^>]*>.*?<\/time>/g;
const readAttributes = /(?:aria-label|aria-valuetext|title|placeholder|alt)="([^"]*)"/g;

/** Untranslated English on a screen in the pseudo-locale, whose texts are all in brackets. */
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
