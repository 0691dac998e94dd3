import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Money that does not fit: what was decided about it. */
export class Migration202611210002 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210002-held-money.sql', import.meta.url), 'utf8'))
  }
}
