import { expect, test } from 'vitest';
import { forgottenWords } from '#test/forgotten-words';
import { Banner } from '#ui/banner';
import { Pagination } from '#ui/pagination';
import { Spinner } from '#ui/spinner';
import { Footer } from './footer';
import { LoadFailure } from './load-failure';
import { MobileMenu } from './mobile-menu';
import { signedInItems, signedOutItems } from './navigation-items';
import { NoConnection } from './no-connection';
import { TopBar } from './top-bar';

test('the frame of every page says everything in the language of the reader', () => {
  const nothing = () => undefined;
  const items = [...signedInItems({ userId: '1', isAdmin: true }, '2'), ...signedOutItems];
  const bar = { home: null, isKnown: true, items, onMenuToggle: nothing };
  expect(
    forgottenWords(() => (
      <>
        <TopBar {...bar} />
        <MobileMenu items={items} onToggle={nothing} />
        <LoadFailure />
        <NoConnection onRetry={nothing} />
        <Pagination page={2} pageCount={3} isCurrent linkTo={String} />
        <Banner onDismiss={nothing}>1</Banner>
        <Spinner />
        <Footer inert={false} />
      </>
    )),
  ).toEqual([]);
});
