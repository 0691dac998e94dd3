import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'
import { rooms } from '../rooms.ts'

/** Every table with its constraints, indexes, functions and triggers: a file for each room. */
export class InitialSchema extends Migration {
  override up(): void {
    for (const room of Object.keys(rooms)) this.addSql(readFileSync(new URL(`./initial/${room}.sql`, import.meta.url), 'utf8'))
  }
}
