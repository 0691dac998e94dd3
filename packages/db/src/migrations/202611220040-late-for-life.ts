import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Payments that came back from their expiry say so, and money that came in time is held for no rate. */
export class Migration202611220040 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220040-late-for-life.sql', import.meta.url), 'utf8'))
  }
}
