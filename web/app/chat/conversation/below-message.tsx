import type { ChatMessage } from '@parlance/contract/chat';
import type { ComponentType } from 'react';
import { BelowAids } from '#aids/below-aids';

/** What stands below a bubble has to work with. */
export interface BelowMessageProps {
  message: ChatMessage;
  isOwn: boolean;
}

/** From top to bottom. Each shows something, or nothing where it has nothing to say of this message. */
const parts: { id: string; Part: ComponentType<BelowMessageProps> }[] = [{ id: 'aids', Part: BelowAids }];

/** The room below the bubble of a message; fetched once somebody uses the page. */
export function BelowMessage(props: BelowMessageProps) {
  return parts.map(({ id, Part }) => <Part key={id} {...props} />);
}
