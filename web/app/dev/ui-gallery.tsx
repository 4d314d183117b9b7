import { useLoaderData } from 'react-router';
import Landing from '#landing/landing';
import { pageTitle } from '#lib/brand';
import { ToastRegion } from '#ui/toast-region';
import { FeedbackSamples } from './feedback-samples';
import { FormSamples } from './form-samples';
import { LayerSamples } from './layer-samples';
import { MarkSamples } from './mark-samples';

export const meta = () => [{ title: pageTitle('Components') }];

/** The gallery exists only outside production, where the development outbox answers. */
export async function clientLoader(): Promise<{ available: boolean }> {
  const response = await fetch('/dev/outbox.json').catch(() => null);
  const isJson = response?.headers.get('content-type')?.includes('json') ?? false;
  return { available: isJson && response?.ok === true };
}

export default function UiGallery() {
  const { available } = useLoaderData<typeof clientLoader>();
  if (!available) return <Landing />;
  return (
    <div className="mx-auto grid max-w-page gap-12 px-4 py-10 sm:px-6">
      <h1 className="text-title">Components</h1>
      <FormSamples />
      <MarkSamples />
      <FeedbackSamples />
      <LayerSamples />
      <ToastRegion />
    </div>
  );
}
