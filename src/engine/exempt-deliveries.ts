import type { Chunk, DeliveryKey } from "#domain/deliveries/queue";
import { categoryOfPriority } from "#domain/messages/message";

/** One-time passwords are exempt from limits that would delay them: a person is waiting for the code. */
export const isOtp = (priority: number): boolean => categoryOfPriority(priority) === "otp";

/** Whether it is the reply to a message that the person has just sent: they expect it now, and it is useless later. */
export const isAnswer = (chunk: Chunk, { messageId }: DeliveryKey): boolean => chunk.answers?.has(messageId) ?? false;
