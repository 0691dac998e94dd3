import { Migration } from '@mikro-orm/migrations'
import { readFileSync } from 'node:fs'

/** A flush that moved less than was counted settles as its log says. */
export class Migration202611250081 extends Migration {
  override up(): void {
    this.addSql(readFileSync(new URL('./202611250081-shortfalls.sql', import.meta.url), 'utf8'))
  }
}
