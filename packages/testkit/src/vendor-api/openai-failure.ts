const types: Record<number, string> = {
  401: "authentication_error",
  429: "rate_limit_exceeded",
  500: "server_error",
};

/** The body of an error of OpenAI's APIs. */
export function openAiFailure(status: number, message: string) {
  const type = types[status] ?? (status < 500 ? "invalid_request_error" : "server_error");
  return { error: { message, type, param: null, code: status === 401 ? "invalid_api_key" : type } };
}
