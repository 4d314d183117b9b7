import { findContact } from '@parlance/contract/contact-text';

/** A name reaches strangers with requests, bookings, mails and notifications, where contact details of a text would wait. */
export const isName = (name: string): boolean => findContact(name) === null;
