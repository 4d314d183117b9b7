import { t } from '@parlance/words/current';
import { pageAttributes } from '#lib/page-attributes';

const link = 'flex min-h-11 items-center text-ink-soft underline underline-offset-4';

/** Links to the privacy page, terms and contact; the server redirects to those of the operator, and names them in the head. */
export function OperatorLinks() {
  return (
    <p className="flex flex-wrap gap-x-4">
      <a href="/privacy" className={link}>
        {t('Privacy')}
      </a>
      <a href="/terms" className={link} {...{ [pageAttributes.operatorTerms]: '' }}>
        {/* words: the conditions of use, of this site */}
        {t('Terms')}
      </a>
      <a href="/contact" className={link} {...{ [pageAttributes.operatorContact]: '' }}>
        {/* words: a link to write to the operator of this site */}
        {t('Contact')}
      </a>
    </p>
  );
}
