import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Payments with money that no round has taken are swept in turn. */
export class Migration202611220056 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220056-untaken-in-turn.sql', import.meta.url), 'utf8'))
  }
}
