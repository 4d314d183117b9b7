import { t } from '@parlance/words/current';
import { word } from '@parlance/words/word';
import { TwoVoices } from '#languages/two-voices';
import { pageTitle } from '#lib/brand';
import { LoginForm } from './login-form';
import { SessionNotice } from './session-notice';

const title = word('Create Account or Sign In');

export const meta = () => [{ title: pageTitle(t(title)) }];

export default function Login() {
  return (
    <div className="mx-auto grid max-w-md gap-6 sm:gap-8 sm:pt-6">
      <TwoVoices />
      <h1 className="text-center text-title">{t(title)}</h1>
      <SessionNotice />
      <LoginForm />
      <p className="flex flex-wrap justify-center gap-x-4 text-sm text-ink-soft *:flex *:min-h-11 *:items-center *:underline">
        <a href="/privacy">{t('Privacy')}</a>
        <a href="/terms" data-operator-terms="">
          {t('Terms')}
        </a>
        <a href="/contact" data-operator-contact="">
          {t('Contact')}
        </a>
      </p>
    </div>
  );
}
