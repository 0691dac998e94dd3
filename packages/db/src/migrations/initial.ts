import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** In the order in which they refer to each other. */
const rooms = [
  'kernel',
  'accounts',
  'businesses',
  'rates',
  'ledger',
  'webhooks',
  'custody',
  'chainwatch',
  'payments',
  'escrows',
  'cards',
  'series',
] as const

/** Every table with its constraints, indexes, functions and triggers, a file for each room. */
export class InitialSchema extends Migration {
  override up(): void {
    for (const room of rooms) this.addSql(readFileSync(new URL(`./initial/${room}.sql`, import.meta.url), 'utf8'))
  }
}
