import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** Replacements inherit arrivals, late money of detected payments is judged, and only confirmed payments are divided. */
export class Migration202611250057 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250057-conflicting-deposits.sql', import.meta.url), 'utf8'))
  }
}
