import { brandName } from '#shell/brand';
import { CallToAction } from './call-to-action';
import { FeatureCards } from './feature-cards';
import { Hero } from './hero';
import { Testimonials } from './testimonials';

export const meta = () => [
  { title: `${brandName}: your language for theirs` },
  {
    name: 'description',
    content:
      'Find somebody who speaks what you are learning and is learning what you speak. Write, send voice messages or book a quiet quarter of an hour.',
  },
];

// Tells the root to show this page without waiting for a session.
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
