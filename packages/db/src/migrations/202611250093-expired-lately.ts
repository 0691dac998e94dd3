import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Coins that came in time are found after their window, when their block is final. */
export class Migration202611250093 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250093-expired-lately.sql', import.meta.url), 'utf8'))
  }
}
