import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** The treasury is an account without a ceiling, and gas is named by its transaction and a count. */
export class Migration202611250082 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250082-plain-treasury.sql', import.meta.url), 'utf8'))
  }
}
