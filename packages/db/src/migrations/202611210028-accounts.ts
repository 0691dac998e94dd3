import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Letters to merchants, the links in them, and throttles of attempts. */
export class Migration202611210028 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210028-accounts.sql', import.meta.url), 'utf8'))
  }
}
