import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Wallets that are contracts are known as such. */
export class Migration202611220051 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220051-contract-wallets.sql', import.meta.url), 'utf8'))
  }
}
