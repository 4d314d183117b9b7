import { ApiError } from '@parlance/contract/errors';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { saveFile } from '#lib/save-file';
import { leave, render } from '#test/browser/render';
import { pass, setLanguage, stopClock } from '#test/browser/surroundings';
import { Avatar } from './avatar';
import { Banner } from './banner';
import { BottomBar } from './bottom-bar';
import { Button } from './button';
import { Combobox } from './combobox';
import { copyText } from './copy-text';
import { Field } from './field';
import { focusFirstProblem } from './focus-first-problem';
import { FormDialog } from './form-dialog';
import { LevelMeter } from './level-meter';
import { Menu, MenuItem } from './menu';
import { Pagination } from './pagination';
import { Progress } from './progress';
import { TextInput } from './text-input';
import { showToast } from './toast';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

describe('pages', () => {
  interface ListProps {
    pageCount: number;
    isCurrent?: boolean;
    keepScroll?: boolean;
  }
  function List({ pageCount, isCurrent = true, keepScroll }: ListProps) {
    const [search] = useSearchParams();
    const shown = Number(search.get('page') ?? 1);
    return (
      <Pagination
        page={shown}
        pageCount={pageCount}
        isCurrent={isCurrent}
        keepScroll={keepScroll}
        linkTo={(number) => ({ search: `page=${number}` })}
      />
    );
  }

  test('mark the present one, and the ends have no step beyond', async () => {
    const { router } = render(<List pageCount={3} />, { at: '/?page=2' });
    await expect.element(link('Page 2')).toHaveAttribute('aria-current', 'page');
    await expect.element(link('Page 1')).not.toHaveAttribute('aria-current');
    await userEvent.click(link('Next page'));
    await expect.poll(() => router.state.location.search).toBe('?page=3');
    await expect.element(link('Next page')).not.toBeInTheDocument();
    await userEvent.click(link('Previous page'));
    await userEvent.click(link('Previous page'));
    await expect.poll(() => router.state.location.search).toBe('?page=1');
    await expect.element(link('Previous page')).not.toBeInTheDocument();
  });

  test.each([false, true])(
    'of a list in the middle of a page (%s) keep the place on the screen',
    async (keepScroll) => {
      const { router } = render(<List pageCount={3} keepScroll={keepScroll} />, { at: '/?page=9' });
      await expect.poll(() => router.state.location.search).toBe('?page=3');
      expect(router.state.preventScrollReset).toBe(keepScroll);
      for (const name of ['Previous page', 'Next page', 'Page 1']) {
        const before = router.state.location.key;
        await userEvent.click(link(name));
        await expect.poll(() => router.state.location.key).not.toBe(before);
        expect(router.state.preventScrollReset).toBe(keepScroll);
      }
    },
  );

  test('one beyond the last leads to the last, unless the number of pages is old', async () => {
    const stale = render(<List pageCount={3} isCurrent={false} />, { at: '/?page=9' });
    await expect.element(link('Page 3')).toBeVisible();
    expect(stale.router.state.location.search).toBe('?page=9');
    const { router } = render(<List pageCount={3} />, { at: '/?page=9' });
    await expect.poll(() => router.state.location.search).toBe('?page=3');
    expect(router.state.historyAction).toBe('REPLACE');
  });
});

describe('a dialog with a form', () => {
  let answer = Promise.withResolvers<void>();
  let acts = 0;
  let isAllowed = true;
  function Asking() {
    const [isOpen, setOpen] = useState(false);
    const [text, setText] = useState('');
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <FormDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          title="Question"
          description="About something"
          submit="Send"
          submitting="Sending..."
          check={() => isAllowed}
          act={() => {
            acts += 1;
            return answer.promise;
          }}
        >
          <Field label="Text">
            <TextInput value={text} onChange={({ target }) => setText(target.value)} />
          </Field>
        </FormDialog>
      </>
    );
  }
  const dialog = () => page.getByRole('dialog', { name: 'Question' });
  const field = () => page.getByRole('textbox', { name: 'Text' });

  test('sends once, keeps its input after a failure, and closes after success with the focus returned', async () => {
    acts = 0;
    isAllowed = false;
    render(<Asking />);
    await userEvent.click(button('Open'));
    await expect.element(dialog()).toHaveAccessibleDescription('About something');
    await userEvent.fill(field(), 'Why?');
    await userEvent.click(button('Send'));
    expect(acts).toBe(0);
    isAllowed = true;
    await userEvent.click(button('Send'));
    await expect.element(button('Sending...')).toBeVisible();
    document.querySelector('form')?.requestSubmit();
    answer.reject(new ApiError('ServerError'));
    await expect.element(dialog().getByRole('alert')).toBeVisible();
    await expect.element(field()).toHaveValue('Why?');
    expect(acts).toBe(1);
    answer = Promise.withResolvers();
    answer.resolve();
    await userEvent.click(button('Send'));
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
    await userEvent.click(button('Open'));
    await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument();
  });

  test.each(['Escape', 'Cancel', 'Close'])('is left by %s, and the focus returns', async (how) => {
    acts = 0;
    render(<Asking />);
    await userEvent.click(button('Open'));
    await expect.element(dialog()).toBeVisible();
    if (how === 'Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(button(how));
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(button('Open')).toHaveFocus();
    expect(acts).toBe(0);
  });
});

test('a field names its control, its help and its error', async () => {
  function Named() {
    const [error, setError] = useState<string | null>(null);
    return (
      <>
        <Field label="Name" help="As friends say it" error={error}>
          <TextInput />
        </Field>
        <Button onClick={() => setError(error ? null : 'Too short')}>Toggle</Button>
      </>
    );
  }
  render(<Named />);
  const field = page.getByRole('textbox', { name: 'Name' });
  await expect.element(field).toHaveAccessibleDescription('As friends say it');
  await expect.element(field).not.toHaveAttribute('aria-invalid');
  await userEvent.click(button('Toggle'));
  await expect.element(field).toHaveAccessibleDescription('Too short As friends say it');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await userEvent.click(button('Toggle'));
  await expect.element(field).not.toHaveAttribute('aria-invalid');
});

describe('the error of a field is spoken once', () => {
  const form = { current: null as HTMLFormElement | null };
  function Asked() {
    const [text, setText] = useState('');
    const [isEmpty, setEmpty] = useState(false);
    const tooLong = text.length > 3 && `Too long by ${text.length - 3}`;
    return (
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setEmpty(text === '');
          focusFirstProblem(form.current);
        }}
      >
        <Field label="Name" help="As friends say it" error={tooLong || (isEmpty && 'Missing')}>
          <TextInput value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <Button type="submit">Send</Button>
        <Button onClick={() => setEmpty(true)}>Check</Button>
      </form>
    );
  }
  const field = () => page.getByRole('textbox', { name: 'Name' });
  const liveOf = (text: string) =>
    page.getByText(text).element().closest('[aria-live]')?.getAttribute('aria-live');

  test('by the live region while one types, and with the field from the next visit on', async () => {
    render(<Asked />);
    await userEvent.click(field());
    await userEvent.keyboard('Anna');
    await expect.element(page.getByText('Too long by 1')).toBeVisible();
    expect(liveOf('Too long by 1')).toBe('polite');
    await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field()).toHaveAccessibleDescription('As friends say it');
    await userEvent.tab();
    await expect.element(field()).toHaveAccessibleDescription('Too long by 1 As friends say it');
    // A description that changes under the focus would be spoken as well.
    await userEvent.tab({ shift: true });
    await userEvent.keyboard('{End}b');
    await expect.element(page.getByText('Too long by 2')).toBeVisible();
    expect(liveOf('Too long by 2')).toBe('polite');
    await expect.element(field()).toHaveAccessibleDescription('As friends say it');
  });

  test('with the field where the form moves the focus to it, each time', async () => {
    render(<Asked />);
    for (let nth = 1; nth <= 2; nth++) {
      await userEvent.click(button('Send'));
      await expect.element(field()).toHaveFocus();
      await expect.element(field()).toHaveAccessibleDescription('Missing As friends say it');
      expect(liveOf('Missing')).toBe('off');
    }
  });

  test('by the live region where it is a new one of a field that still has the focus', async () => {
    render(<Asked />);
    await userEvent.click(button('Send'));
    await expect.element(field()).toHaveFocus();
    expect(liveOf('Missing')).toBe('off');
    await userEvent.keyboard('Anna');
    await expect.element(page.getByText('Too long by 1')).toBeVisible();
    expect(liveOf('Too long by 1')).toBe('polite');
  });

  test('by the live region where the focus is elsewhere', async () => {
    render(<Asked />);
    await userEvent.click(button('Check'));
    await expect.element(field()).toHaveAccessibleDescription('Missing As friends say it');
    expect(liveOf('Missing')).toBe('polite');
    await userEvent.click(field());
    expect(liveOf('Missing')).toBe('polite');
    await expect.element(field()).toHaveAccessibleDescription('Missing As friends say it');
  });
});

test.each([256, 800])(
  'in a window %i px high the focus stays above the bar at the lower edge',
  async (height) => {
    await page.viewport(390, height);
    onTestFinished(() => page.viewport(1280, 800));
    render(
      <form>
        {/* The field is in the window, behind the bar. */}
        <p style={{ height: height - 160 }}>Above</p>
        <Field label="Name">
          <TextInput />
        </Field>
        <p style={{ height: 1000 }}>Below</p>
        <BottomBar className="sticky bottom-0 bg-paper p-8">
          <Button>Continue</Button>
        </BottomBar>
      </form>,
    );
    const field = page.getByRole('textbox', { name: 'Name' });
    const barTop = () => button('Continue').element().parentElement?.getBoundingClientRect().top ?? 0;
    await expect.element(button('Continue')).toBeVisible();
    expect(field.element().getBoundingClientRect().bottom).toBeGreaterThan(barTop());
    await userEvent.tab();
    await expect.element(field).toHaveFocus();
    // The ring reaches 4 px beyond the field.
    await expect
      .poll(() => field.element().getBoundingClientRect().bottom + 4 - barTop())
      .toBeLessThanOrEqual(0);
    expect(field.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  },
);

describe('a list with a filter', () => {
  const items = [
    { value: 'de', label: 'German', names: ['German', 'Deutsch'] },
    { value: 'es', label: 'Spanish' },
    { value: 'ja', label: 'Japanese' },
  ];
  const picked: (string | null)[] = [];
  function Picker({ clearsOnPick = false }: { clearsOnPick?: boolean }) {
    const [value, setValue] = useState<string | null>(null);
    return (
      <Field label="Language">
        <Combobox
          items={items}
          value={value}
          clearsOnPick={clearsOnPick}
          emptyText={(typed) => `No ${typed}`}
          onValueChange={(next) => {
            picked.push(next);
            if (!clearsOnPick) setValue(next);
          }}
        />
      </Field>
    );
  }
  const field = () => page.getByRole('combobox', { name: 'Language' });
  const options = () =>
    page
      .getByRole('option')
      .elements()
      .map(({ textContent }) => textContent);

  test('finds by every name, takes the first by Enter, and is cleared', async () => {
    picked.length = 0;
    render(<Picker />);
    await userEvent.click(field());
    await expect.poll(options).toHaveLength(3);
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
    await userEvent.fill(field(), 'deut');
    await expect.poll(options).toEqual(['German']);
    // Enter of an input method confirms a word.
    const enter = { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true };
    field().element().dispatchEvent(new KeyboardEvent('keydown', enter));
    await expect.element(field()).toHaveAttribute('aria-expanded', 'true');
    expect(picked).toEqual([]);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('German');
    await expect.element(field()).toHaveAttribute('aria-expanded', 'false');
    await expect.element(field()).toHaveFocus();
    await userEvent.fill(field(), 'xyz');
    await expect.element(page.getByText('No xyz')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(button('Clear'));
    await expect.element(field()).toHaveValue('');
    expect([picked[0], picked.at(-1)]).toEqual(['de', null]);
  });

  const selection = () => {
    const { selectionStart, selectionEnd } = field().element() as HTMLInputElement;
    return [selectionStart, selectionEnd];
  };

  test('replaces the text of a choice by the next one, and keeps the caret of a text that is edited', async () => {
    render(
      <>
        <Picker />
        <button type="button">Elsewhere</button>
      </>,
    );
    await userEvent.fill(field(), 'germ');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('German');
    await expect.poll(selection).toEqual([0, 6]);
    await userEvent.click(button('Elsewhere'));
    await userEvent.click(field());
    await expect.poll(selection).toEqual([0, 6]);
    await userEvent.keyboard('sp');
    await expect.element(field()).toHaveValue('sp');
    await expect.poll(options).toEqual(['Spanish']);
    await userEvent.click(field());
    expect(selection()[0]).toBe(selection()[1]);
    await expect.element(field()).toHaveValue('sp');
  });

  test('puts names that begin with the typed text before others, and highlights the first of them', async () => {
    render(<Picker />);
    await userEvent.click(field());
    await expect.poll(options).toEqual(['German', 'Spanish', 'Japanese']);
    // German has it in its second name.
    await userEvent.keyboard('s');
    await expect.poll(options).toEqual(['Spanish', 'German', 'Japanese']);
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('Spanish');
    // A list that is opened again is complete and in its own order.
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(options).toEqual(['German', 'Spanish', 'Japanese']);
    await userEvent.keyboard('ja{Escape}');
    await expect.element(field()).toHaveValue('Spanish');
    await expect.element(page.getByRole('option').first()).not.toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(options).toEqual(['German', 'Spanish', 'Japanese']);
  });

  test('has no English words for screen readers in another language', async () => {
    await setLanguage('de');
    render(<Picker />);
    await userEvent.click(field());
    await expect.poll(options).toHaveLength(3);
    await expect.poll(() => document.querySelectorAll('[aria-label="Dismiss"]').length).toBe(0);
    expect(button('Show all').query()).toBeNull();
  });

  test('that adds to a list is empty after a pick', async () => {
    picked.length = 0;
    render(<Picker clearsOnPick />);
    await userEvent.fill(field(), 'jap');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => picked).toEqual(['ja']);
    await expect.element(field()).toHaveValue('');
  });
});

describe('toasts', () => {
  test('run their action once, which closes them', async () => {
    const done: string[] = [];
    stopClock('2026-05-06T07:08:09Z');
    render(<p>Screen</p>);
    showToast({ title: 'Deleted.', action: { label: 'Undo', onSelect: () => done.push('undone') } });
    await expect.element(page.getByText('Deleted.')).toBeVisible();
    await userEvent.click(button('Undo'));
    await pass(1000);
    await expect.element(page.getByText('Deleted.')).not.toBeInTheDocument();
    expect(done).toEqual(['undone']);
  });

  test('that offer something stay until they are answered', async () => {
    stopClock('2026-05-06T07:08:09Z');
    render(<p>Screen</p>);
    showToast({ title: 'An offer', decline: 'Not now', action: { label: 'Yes', onSelect: () => undefined } });
    await expect.element(page.getByText('An offer')).toBeVisible();
    await pass(600_000);
    await expect.element(page.getByText('An offer')).toBeVisible();
    await userEvent.click(button('Not now'));
    await expect.element(page.getByText('An offer')).not.toBeInTheDocument();
  });

  test('go after five seconds, and tell that they are gone', async () => {
    const onClose = vi.fn();
    stopClock('2026-05-06T07:08:09Z');
    render(<p>Screen</p>);
    // A pointer over them holds them.
    await userEvent.hover(page.getByText('Screen'));
    showToast({ title: 'Saved.', onClose });
    await expect.element(page.getByText('Saved.')).toBeVisible();
    await pass(4000);
    await expect.element(page.getByText('Saved.')).toBeVisible();
    expect(onClose).not.toHaveBeenCalled();
    await pass(2000);
    await expect.element(page.getByText('Saved.')).not.toBeInTheDocument();
    expect(onClose).toHaveBeenCalled();
  });

  test('are hidden on screens that they would cover, and are not read again when they come back', async () => {
    const { router } = render(<p>Screen</p>, { at: '/dashboard' });
    showToast({
      title: 'An offer',
      decline: 'Not now',
      hiddenOn: /^\/chat\//,
      action: { label: 'Yes', onSelect: () => undefined },
    });
    const offer = page.getByText('An offer');
    await expect.element(offer).toBeVisible();
    expect(offer.element().closest('[aria-live="off"]')).toBeNull();
    await router.navigate('/chat/1');
    await expect.element(offer).not.toBeVisible();
    await router.navigate('/dashboard');
    await expect.element(offer).toBeVisible();
    expect(offer.element().closest('[aria-live="off"]')).not.toBeNull();
  });

  test('of failures interrupt, others wait', async () => {
    render(<p>Screen</p>);
    showToast({ title: 'It failed.', tone: 'danger' });
    const interruption = page.getByRole('alert');
    await expect.element(interruption).toHaveTextContent('It failed.');
    showToast({ title: 'It worked.', tone: 'positive' });
    await expect.element(page.getByText('It worked.')).toBeVisible();
    await expect.element(interruption).toHaveTextContent('It failed.');
  });

  test.each([
    ['is confirmed', () => Promise.resolve(), 'Copied.'],
    [
      'that a browser refuses is said',
      () => Promise.reject(new Error('denied')),
      'The text could not be copied here.',
    ],
  ])('a copied text %s', async (_case, write, title) => {
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(write);
    onTestFinished(() => writeText.mockRestore());
    render(<p>Screen</p>);
    await copyText('words');
    await expect.element(page.getByText(title).first()).toBeVisible();
    expect(writeText.mock.calls).toEqual([['words']]);
  });
});

test('a menu is used by keyboard, does nothing for an item that is disabled, and returns the focus', async () => {
  const chosen: string[] = [];
  render(
    <Menu trigger={<Button>More</Button>}>
      <MenuItem onSelect={() => chosen.push('first')}>First</MenuItem>
      <MenuItem disabled onSelect={() => chosen.push('second')}>
        Second
      </MenuItem>
    </Menu>,
  );
  await expect.element(button('More')).toBeVisible();
  await userEvent.tab();
  await expect.element(button('More')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  const item = (name: string) => page.getByRole('menuitem', { name });
  await expect.element(item('First')).toHaveFocus();
  await expect.element(item('Second')).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Second')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(item('Second')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(item('First')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  await expect.element(button('More')).toHaveFocus();
  expect(chosen).toEqual(['first']);
});

test('a button that is busy keeps the focus and does nothing', async () => {
  const acts: string[] = [];
  function Form() {
    const [isBusy, setBusy] = useState(false);
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault();
          acts.push('sent');
          setBusy(true);
        }}
      >
        <Button type="submit" busy={isBusy} onClick={() => acts.push('pressed')}>
          Save
        </Button>
      </form>
    );
  }
  render(<Form />);
  await userEvent.click(button('Save'));
  await expect.element(button('Save')).toHaveAttribute('aria-busy', 'true');
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Save')).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(acts).toEqual(['pressed', 'sent']);
  expect((button('Save').element() as HTMLButtonElement).disabled).toBe(false);
});

test('a banner of a failure interrupts, others wait, and both are dismissed', async () => {
  const dismissed: string[] = [];
  render(
    <>
      <Banner tone="danger" onDismiss={() => dismissed.push('failure')}>
        It failed.
      </Banner>
      <Banner tone="positive">It worked.</Banner>
    </>,
  );
  await expect.element(page.getByRole('alert')).toHaveTextContent('It failed.');
  await expect.element(page.getByRole('status')).toHaveTextContent('It worked.');
  await userEvent.click(button('Dismiss'));
  expect(dismissed).toEqual(['failure']);
});

test('measures say their value in numbers and in words', async () => {
  render(
    <>
      <LevelMeter label="Loudness" level={0.456} />
      <Progress label="Upload" value={3} max={2} valueText="3 of 2" />
    </>,
  );
  await expect.element(page.getByRole('meter', { name: 'Loudness' })).toHaveAttribute('aria-valuenow', '46');
  const progress = page.getByRole('progressbar', { name: 'Upload' });
  for (const [name, value] of Object.entries({ min: '0', max: '2', now: '3', text: '3 of 2' }))
    await expect.element(progress).toHaveAttribute(`aria-value${name}`, value);
  expect((progress.element().firstElementChild as HTMLElement).style.width).toBe('100%');
});

test('the height of the bar at the lower edge is known while it is there, and follows it', async () => {
  const height = () => document.documentElement.style.getPropertyValue('--bottom-bar');
  render(
    <BottomBar className="fixed bottom-0">
      <div data-testid="content" style={{ height: 40 }} />
    </BottomBar>,
  );
  await expect.poll(height).toBe('40px');
  page.getByTestId('content').element().setAttribute('style', 'height: 70px');
  await expect.poll(height).toBe('70px');
  leave();
  expect(height()).toBe('');
});

test('a file is downloaded under its name, and its address is given back', async () => {
  const saved: [name: string, url: string][] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push([this.download, this.href]);
  });
  const revoke = vi.spyOn(URL, 'revokeObjectURL');
  onTestFinished(() => {
    click.mockRestore();
    revoke.mockRestore();
  });
  saveFile('words.tsv', 'a\tb', 'text/tab-separated-values');
  expect(saved).toEqual([['words.tsv', expect.stringMatching(/^blob:/)]]);
  expect(revoke.mock.calls).toEqual([[saved[0]?.[1]]]);
});

test('the steps between pages are named in the language of the reader', async () => {
  await setLanguage('de');
  render(<Pagination page={2} pageCount={3} isCurrent linkTo={(number) => `/?page=${number}`} />);
  await expect.element(page.getByRole('link', { name: /2/ })).toHaveAttribute('aria-current', 'page');
  expect(link('Next page').query()).toBeNull();
});

test('a picture that cannot be loaded gives way to the initial, until there is another one', async () => {
  const place = (src: string) => <Avatar name="ada" src={src} />;
  const Changing = () => {
    const [src, setSrc] = useState('data:image/png;base64,broken');
    return (
      <>
        <button
          type="button"
          onClick={() => setSrc('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>')}
        >
          Change
        </button>
        {place(src)}
      </>
    );
  };
  render(<Changing />);
  await expect.element(page.getByText('A', { exact: true })).toBeVisible();
  expect(document.querySelector('img')).toBeNull();
  await userEvent.click(page.getByRole('button', { name: 'Change' }));
  await expect.poll(() => document.querySelector('img')?.src).toMatch(/^data:image\/svg/);
  expect(page.getByText('A', { exact: true }).query()).toBeNull();
});
