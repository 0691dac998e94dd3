import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Tables, indexes, constraints and triggers of accounts, businesses, rates, ledger, webhooks, custody, chainwatch and payments. */
export class Migration202611210001 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210001-foundation.sql', import.meta.url), 'utf8'))
  }
}
