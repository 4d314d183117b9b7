import type { ChatMessage } from '@parlance/contract/chat';
import type { ComponentType } from 'react';
import { BelowAids } from '#aids/below-aids';
import type { Correction } from '#corrections/correction-card';
import { createCorrectionPlaces } from './correction-places';
import { CorrectionsBelow } from './corrections-below';

/** What stands below a bubble has to work with. */
export interface BelowMessageProps {
  message: ChatMessage;
  isOwn: boolean;
  partnerName: string;
  /** What corrects the message, or corrects that in turn, in the order it came. */
  corrections: Correction[] | undefined;
  /** Opens what can be done with a message. */
  onChoose: (message: ChatMessage) => void;
}

/** From top to bottom. Each shows something, or nothing where it has nothing to say of this message. */
const parts: { id: string; Part: ComponentType<BelowMessageProps> }[] = [
  { id: 'aids', Part: BelowAids },
  { id: 'corrections', Part: CorrectionsBelow },
];

/** The room below the bubble of a message. */
function BelowMessage(props: BelowMessageProps) {
  return parts.map(({ id, Part }) => <Part key={id} {...props} />);
}

/** Fetched once somebody uses the page, or something is there to be shown. */
export const below = { BelowMessage, createCorrectionPlaces };
