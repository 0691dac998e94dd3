import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A changed wallet can wait: the one before counts until a moment. */
export class Migration202611220030 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611220030-former-wallets.sql', import.meta.url), 'utf8'))
  }
}
