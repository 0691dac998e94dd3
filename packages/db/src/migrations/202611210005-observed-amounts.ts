import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Observations name owner, asset and amount of what was seen. */
export class Migration202611210005 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210005-observed-amounts.sql', import.meta.url), 'utf8'))
  }
}
