import { Migration202611210001 } from './202611210001-foundation.ts'

/** Every migration, oldest first. */
export const migrations = [{ name: '202611210001-foundation', class: Migration202611210001 }]
