// The v1 SDK's types name this one of the browser's, which Node's types keep to themselves.
type HeadersInit = ConstructorParameters<typeof Headers>[0];
