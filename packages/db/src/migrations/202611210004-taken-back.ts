import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** What transactions take back of fees that were too small to pay. */
export class Migration202611210004 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210004-taken-back.sql', import.meta.url), 'utf8'))
  }
}
