import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Payments are replayed by whoever starts it, and no more by the worker. */
export class Migration202611250091 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250091-replays-by-hand.sql', import.meta.url), 'utf8'))
  }
}
