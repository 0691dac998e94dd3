import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Payouts that count on dead deposits are found at every block. */
export class Migration202611220046 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220046-lost-deposits.sql', import.meta.url), 'utf8'))
  }
}
