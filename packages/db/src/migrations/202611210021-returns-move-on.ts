import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A return never moves back. */
export class Migration202611210021 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611210021-returns-move-on.sql', import.meta.url), 'utf8'))
  }
}
