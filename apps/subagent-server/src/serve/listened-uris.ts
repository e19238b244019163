import { z } from "zod";

const listenSchema = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({ notifications: z.looseObject({ resourceSubscriptions: z.array(z.string()) }) }),
});

const cancelledSchema = z.looseObject({
  method: z.literal("notifications/cancelled"),
  params: z.looseObject({ requestId: z.union([z.string(), z.number()]) }),
});

/** The resources that a message asks to be told of, and its id; undefined for any other message. */
export function listenedUris(
  message: unknown,
): { readonly id: string | number; readonly uris: string[] } | undefined {
  const { data } = listenSchema.safeParse(message);
  return data && { id: data.id, uris: data.params.notifications.resourceSubscriptions };
}

/** The request that a message takes back; undefined for any other message. */
export function cancelledRequest(message: unknown): string | number | undefined {
  return cancelledSchema.safeParse(message).data?.params.requestId;
}
