import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A chain is asked once about each wallet that is named. */
export class Migration202611250092 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250092-named-wallets.sql', import.meta.url), 'utf8'))
  }
}
