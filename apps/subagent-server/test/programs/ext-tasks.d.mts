import type { Client } from "@modelcontextprotocol/client";

export interface TaskSession {
  callTool(name: string, args: object): Promise<{ settle(): Promise<{ readonly outcome: unknown }> }>;
}
export function createTaskSessionFromClient(client: Client, options: object): TaskSession;
export function resultFromTaskOutcome(outcome: unknown): Record<string, unknown>;

interface Schema {
  parse(value: unknown): Record<string, unknown>;
}
export const CancelTaskResultV2Schema: Schema;
export const CreateTaskResultV2Schema: Schema;
export const GetTaskResultV2Schema: Schema;
