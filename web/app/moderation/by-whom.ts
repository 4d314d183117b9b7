import type { AuditEntry } from '@parlance/contract/moderation';
import { t } from '@parlance/words/current';
import { createElement, type ReactNode } from 'react';
import { sentence } from '#lib/sentence';
import { nameOf } from '#people/person-name';

export function byWhom({ admin, adminUserId }: Pick<AuditEntry, 'admin' | 'adminUserId'>): ReactNode {
  // words: who did it, below what was done
  if (admin) return sentence('Admin: {name}', { name: createElement('bdi', null, nameOf(admin)) });
  return adminUserId === null ? t('The operator, from the command line') : t('An admin who has left');
}
