import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Pausing is a function, so that a database user can be allowed to stop payouts and not to start them. */
export class Migration202611210015 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210015-database-users.sql', import.meta.url), 'utf8'))
  }
}
