/** What is wrong with a rule, and where: `column` counts UTF-16 units from 1. */
export interface RuleFault {
  column: number;
  message: string;
}
