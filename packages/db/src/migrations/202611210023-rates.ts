import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Prices come from public sources; what they said is kept. */
export class Migration202611210023 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210023-rates.sql', import.meta.url), 'utf8'))
  }
}
