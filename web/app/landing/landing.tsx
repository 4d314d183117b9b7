import { t } from '@parlance/words/current';
import { brandName } from '#lib/brand';
import { CallToAction } from './call-to-action';
import { FeatureCards } from './feature-cards';
import { Hero } from './hero';
import { Testimonials } from './testimonials';

// The server adds the description and the previews, which need its public address.
export const meta = () => [{ title: t('{brand}: your language for theirs', { brand: brandName }) }];

// The root shows this page without waiting for a session.
export const handle = { landing: true };

export default function Landing() {
  return (
    <div className="overflow-x-clip">
      <Hero />
      <FeatureCards />
      <Testimonials />
      <CallToAction />
    </div>
  );
}
