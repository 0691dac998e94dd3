import { Migration202611210001 } from './202611210001-foundation.ts'
import { Migration202611210002 } from './202611210002-held-money.ts'
import { Migration202611210003 } from './202611210003-pause.ts'
import { Migration202611210004 } from './202611210004-taken-back.ts'
import { Migration202611210005 } from './202611210005-observed-amounts.ts'

/** Every migration, oldest first. */
export const migrations = [
  { name: '202611210001-foundation', class: Migration202611210001 },
  { name: '202611210002-held-money', class: Migration202611210002 },
  { name: '202611210003-pause', class: Migration202611210003 },
  { name: '202611210004-taken-back', class: Migration202611210004 },
  { name: '202611210005-observed-amounts', class: Migration202611210005 },
]
