/**
 * The functions that people's SQL may call. All others are refused, so a new release of the engine adds none by itself: a
 * test compares both lists with `duckdb_functions()`, and fails for a name that is in neither.
 */

interface Judged {
  /** Why they are allowed or not. */
  reason: string;
  names: string;
}

const ALLOWED: readonly Judged[] = [
  {
    reason: 'Operators compute from their operands.',
    names: `!__postfix !~~ !~~* % & && * ** + - ->> / // <-> << <=> <@ >> @ @> ^ ^@ | || ~ ~~ ~~* ~~~ add subtract
      multiply divide mod`,
  },
  {
    reason: 'Numbers are computed from numbers.',
    names: `abs acos acosh asin asinh atan atan2 atanh bit_count bit_position bitstring cbrt ceil ceiling cos cosh cot
      degrees equi_width_bins even exp factorial fdiv floor fmod gamma gcd get_bit set_bit greatest greatest_common_divisor
      isfinite isinf isnan lcm least least_common_multiple lgamma ln log log10 log2 nextafter pi pow power radians round
      round_even roundbankers sign signbit sin sinh sqrt tan tanh trunc xor hash`,
  },
  {
    reason: 'Random numbers and IDs change nothing beyond the statement.',
    names: 'random setseed gen_random_uuid uuid uuidv4 uuidv7 uuid_extract_timestamp uuid_extract_version',
  },
  {
    reason: 'Texts are made from texts. Long ones are bounded by the memory of the process.',
    names: `ascii array_extract bar base64 bin bit_length char_length character_length chr concat concat_ws contains
      damerau_levenshtein editdist3 encode decode ends_with format formatReadableDecimalSize formatReadableSize format_bytes
      pg_size_pretty from_base64 from_binary from_hex hamming hex ilike_escape instr jaccard jaro_similarity
      jaro_winkler_similarity lcase left left_grapheme len length length_grapheme levenshtein like_escape lower lpad ltrim md5
      md5_number md5_number_lower md5_number_upper mismatches nfc_normalize not_ilike_escape not_like_escape octet_length ord
      parse_dirname parse_dirpath parse_filename parse_formatted_bytes parse_path position prefix printf regexp_escape
      regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace regexp_split_to_array
      regexp_split_to_table repeat replace reverse right right_grapheme rpad rtrim sha1 sha256 split split_part starts_with
      str_split str_split_regex string_split string_split_regex string_to_array strip_accents strlen strpos substr substring
      substring_grapheme suffix to_base to_base64 to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode
      url_encode`,
  },
  {
    reason: 'Dates and times are computed from dates and times, and from the time of the statement.',
    names: `age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub
      date_trunc datediff datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch
      epoch_ms epoch_ns epoch_us era get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date
      make_time make_timestamp make_timestamp_ms make_timestamp_ns make_timestamptz microsecond millennium millisecond minute
      month monthname nanosecond normalized_interval now quarter second strftime strptime time_bucket timezone timezone_hour
      timezone_minute to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds to_minutes
      to_months to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime week weekday
      weekofyear year yearweek`,
  },
  {
    reason: 'Lists, structs, and maps are made from values.',
    names: `aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains
      array_cosine_distance array_cosine_similarity array_cross_product array_distance array_distinct array_dot_product
      array_filter array_grade_up array_has array_has_all array_has_any array_indexof array_inner_product array_intersect
      array_length array_negative_dot_product array_negative_inner_product array_pop_back array_pop_front array_position
      array_prepend array_push_back array_push_front array_reduce array_resize array_reverse array_reverse_sort array_select
      array_slice array_sort array_to_string array_to_string_comma_default array_transform array_unique array_value
      array_where array_zip cardinality element_at filter flatten generate_series generate_subscripts grade_up list_aggr
      list_aggregate list_any_value list_append list_apply list_approx_count_distinct list_avg list_bit_and list_bit_or
      list_bit_xor list_bool_and list_bool_or list_cat list_concat list_contains list_cosine_distance list_cosine_similarity
      list_count list_distance list_distinct list_dot_product list_element list_entropy list_extract list_filter list_first
      list_grade_up list_has list_has_all list_has_any list_histogram list_indexof list_inner_product list_intersect
      list_kurtosis list_kurtosis_pop list_last list_mad list_max list_median list_min list_mode list_negative_dot_product
      list_negative_inner_product list_pack list_position list_prepend list_product list_reduce list_resize list_reverse
      list_reverse_sort list_select list_sem list_skewness list_slice list_sort list_stddev_pop list_stddev_samp
      list_string_agg list_sum list_transform list_unique list_value list_var_pop list_var_samp list_where list_zip map
      map_concat map_contains map_contains_entry map_contains_value map_entries map_extract map_extract_value
      map_from_entries map_keys map_values range reduce row struct_concat struct_contains struct_extract struct_extract_at
      struct_has struct_indexof struct_insert struct_keys struct_pack struct_position struct_update struct_values
      union_extract union_tag union_value unnest unpivot_list`,
  },
  {
    reason: 'JSON is read from values and made from them.',
    names: `array_to_json from_json from_json_strict json json_array json_array_length json_contains json_exists json_extract
      json_extract_path json_extract_path_text json_extract_string json_group_array json_group_object json_group_structure
      json_keys json_merge_patch json_object json_pretty json_quote json_structure json_transform json_transform_strict
      json_type json_valid json_value row_to_json to_json`,
  },
  {
    reason: 'The types of values are no secret.',
    names: `alias constant_or_null enum_code enum_first enum_last enum_range enum_range_boundary error nullif pg_typeof
      typeof`,
  },
  {
    reason: 'Aggregates compute from the values of a group.',
    names: `any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last
      arg_min arg_min_null arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bitstring_agg bool_and
      bool_or corr count count_if count_star countif covar_pop covar_samp entropy favg first fsum geomean geometric_mean
      group_concat histogram histogram_exact is_histogram_other_bin kahan_sum kurtosis kurtosis_pop last list listagg mad max
      max_by mean median min min_by mode product quantile quantile_cont quantile_disc regr_avgx regr_avgy regr_count
      regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy reservoir_quantile sem skewness stddev stddev_pop
      stddev_samp string_agg sum sum_no_overflow sumkahan var_pop var_samp variance wavg weighted_avg`,
  },
  {
    reason: 'Window functions compute from the rows beside a row.',
    names: `cume_dist dense_rank fill first_value lag last_value lead nth_value ntile percent_rank rank rank_dense
      row_number`,
  },
];

/** Some functions that return rows are also called without FROM, and have the same names. */
const ALLOWED_IN_FROM: readonly Judged[] = [
  { reason: 'Rows are made from numbers and lists.', names: 'generate_series range unnest' },
  { reason: 'Rows are made from JSON.', names: 'json_each json_tree' },
];

const REFUSED: readonly Judged[] = [
  {
    reason: 'They read or write files, or what another statement has left behind.',
    names: `arrow_scan arrow_scan_dumb glob parquet_bloom_probe parquet_file_metadata parquet_full_metadata
      parquet_kv_metadata parquet_metadata parquet_scan parquet_schema read_blob read_csv read_csv_auto read_duckdb read_json
      read_json_auto read_json_objects read_json_objects_auto read_ndjson read_ndjson_auto read_ndjson_objects read_parquet
      read_text seq_scan sniff_csv write_log currval nextval getvariable checkpoint force_checkpoint`,
  },
  {
    reason: 'They run SQL or look up tables by a name that is only known later, or explain SQL.',
    names: `query query_table json_execute_serialized_sql json_deserialize_sql json_serialize_plan json_serialize_sql
      sql_auto_complete check_peg_parser enable_peg_parser disable_peg_parser summary`,
  },
  {
    reason: 'They show the engine itself: its settings, files, connections, and statistics.',
    names: `current_catalog current_connection_id current_database current_query current_query_id current_role current_schema
      current_schemas current_setting current_transaction_id current_user duckdb_approx_database_count duckdb_columns
      duckdb_connection_count duckdb_constraints duckdb_coordinate_systems duckdb_databases duckdb_dependencies
      duckdb_extensions duckdb_external_file_cache duckdb_functions duckdb_indexes duckdb_keywords duckdb_log_contexts
      duckdb_logs duckdb_logs_parsed duckdb_memory duckdb_optimizers duckdb_prepared_statements duckdb_profiling_settings
      duckdb_schemas duckdb_secret_types duckdb_secrets duckdb_sequences duckdb_settings duckdb_table_sample duckdb_tables
      duckdb_temporary_files duckdb_types duckdb_variables duckdb_views get_block_size icu_calendar_names in_search_path
      parse_duckdb_log_message pg_timezone_names pragma_collations pragma_database_size pragma_metadata_info pragma_platform
      pragma_show pragma_storage_info pragma_table_info pragma_user_agent pragma_version session_user stats txid_current user
      vector_type version which_secret`,
  },
  {
    reason: 'They change what the engine records, or only take time.',
    names: `disable_logging disable_profiling enable_logging enable_profiling truncate_duckdb_logs sleep_ms pg_sleep`,
  },
  {
    reason: "They imitate PostgreSQL's catalog, and say nothing about these tables.",
    names: `col_description format_pg_type format_type has_any_column_privilege has_column_privilege has_database_privilege
      has_foreign_data_wrapper_privilege has_function_privilege has_language_privilege has_schema_privilege
      has_sequence_privilege has_server_privilege has_table_privilege has_tablespace_privilege inet_client_addr
      inet_client_port inet_server_addr inet_server_port map_to_pg_oid obj_description pg_collation_is_visible
      pg_conf_load_time pg_conversion_is_visible pg_function_is_visible pg_get_constraintdef pg_get_expr pg_get_viewdef
      pg_has_role pg_is_other_temp_schema pg_my_temp_schema pg_opclass_is_visible pg_operator_is_visible
      pg_opfamily_is_visible pg_postmaster_start_time pg_table_is_visible pg_ts_config_is_visible pg_ts_dict_is_visible
      pg_ts_parser_is_visible pg_ts_template_is_visible pg_type_is_visible shobj_description`,
  },
  {
    reason: "They are the engine's own tools, take its internal states as bytes, or are made for its tests.",
    names: `can_cast_implicitly cast_to_type combine create_sort_key finalize get_type icu_sort_key make_type remap_struct
      replace_type switch timetz_byte_comparable repeat_row test_all_types test_vector_types histogram_values
      variant_bytes_to_variant variant_extract variant_normalize variant_to_parquet_variant variant_typeof`,
  },
  {
    reason: 'Tables have no geometries.',
    names: `st_asbinary st_astext st_aswkb st_aswkt st_crs st_geomfromwkb st_intersects_extent st_setcrs`,
  },
];

/** Names of which new releases have ever more: collations, which COLLATE uses, and steps of the engine's plans. */
const REFUSED_PREFIXES = ['icu_collate_', '__internal_'];

const namesIn = (judged: readonly Judged[]) =>
  new Set(judged.flatMap(({ names }) => names.split(/\s+/).map((name) => name.toLowerCase())));

const allowed = namesIn(ALLOWED);
const allowedInFrom = namesIn(ALLOWED_IN_FROM);
const refused = namesIn(REFUSED);

/** Returns whether a value may be computed by a function, whose name may be written in any case. */
export const isAllowed = (name: string): boolean => allowed.has(name.toLowerCase());

/** Returns whether a function may stand for a table. */
export const isAllowedInFrom = (name: string): boolean => allowedInFrom.has(name.toLowerCase());

/** Returns whether someone has decided that a function is not for people's SQL. */
export const isRefused = (name: string): boolean =>
  refused.has(name.toLowerCase()) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix));

/** The functions that are offered while someone types: those with a name. */
export const OFFERED_FUNCTIONS: readonly string[] = [...allowed]
  .filter((name) => /^[a-z]\w*$/.test(name))
  .sort();
