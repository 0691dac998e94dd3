import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Observations name owner, asset and amount of what was seen. */
export class Migration202611210010 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210010-observed-amounts.sql', import.meta.url), 'utf8'))
  }
}
