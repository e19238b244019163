/**
 * Which settings of a backend a child takes over, and from where. The lists are MassGen's, so that a
 * configuration means the same to both.
 */

/** Of a child's own backend or else its parent's, while commands run in Docker. */
export const dockerSettings = [
  "command_line_docker_image",
  "command_line_docker_network_mode",
  "command_line_docker_enable_sudo",
  "command_line_docker_credentials",
];

/** Of the parent's backend. */
export const codeToolSettings = [
  "enable_code_based_tools",
  "exclude_file_operation_mcps",
  "shared_tools_directory",
  "auto_discover_custom_tools",
  "exclude_custom_tools",
  "direct_mcp_servers",
];

/** Of a child's own backend or else its parent's. */
export const mediaSettings = [
  "enable_multimodal_tools",
  "multimodal_config",
  "image_generation_backend",
  "image_generation_model",
  "video_generation_backend",
  "video_generation_model",
  "audio_generation_backend",
  "audio_generation_model",
];

/** Made anew for every run, or given by other rules: never copied. */
export const ownToEachRun = new Set([
  "cwd",
  "agent_id",
  "instance_id",
  "filesystem_session_id",
  "session_storage_base",
  "agent_temporary_workspace",
  "context_paths",
  "_config_path",
]);

/** The parent's tool servers: a child has none, unless they are written down for it. */
export const parentsAlone = new Set(["mcp_servers"]);

/** Backends that only we know: none of the lists above has what they need. */
export const ownBackendTypes = new Set(["command", "acp"]);
