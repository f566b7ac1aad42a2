<?php
/**
 * What WP SMS and its Pro add-on left in the database, for `tidings move wp-sms` with the site's address: page by page,
 * and only for administrators.
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

/**
 * The tables without their prefix and the columns that are moved. Without the providers' responses in the log, which
 * may contain secrets of the account, and without codes.
 */
const WP_SMS_TABLES = array(
	'sms_subscribes'       => array( 'ID', 'date', 'name', 'mobile', 'status', 'custom_fields', 'group_ID' ),
	'sms_subscribes_group' => array( 'ID', 'name' ),
	'sms_send'             => array( 'ID', 'date', 'sender', 'message', 'recipient', 'media', 'status' ),
	'sms_scheduled'        => array( 'ID', 'date', 'sender', 'message', 'recipient', 'media', 'status' ),
	'sms_repeating'        => array( 'ID', 'sender', 'message', 'recipient', 'media', 'starts_at', 'interval', 'interval_unit', 'ends_at' ),
);

/** Rows per page, and bytes after which none is added: a log row may have 64 KB of text and of numbers. */
const WP_SMS_ROWS  = 1000;
const WP_SMS_BYTES = 2000000;

add_action(
	'rest_api_init',
	function () {
		register_rest_route(
			'tidings/v1',
			'/wp-sms',
			array(
				'methods'             => 'GET',
				'callback'            => __NAMESPACE__ . '\\serve_wp_sms',
				'permission_callback' => function () {
					return may_administer();
				},
				'args'                => array(
					'table' => array(
						'type'     => 'string',
						'enum'     => array_keys( WP_SMS_TABLES ),
						'required' => true,
					),
					'after' => array(
						'type'    => 'integer',
						'minimum' => 0,
						'default' => 0,
					),
				),
			)
		);
	}
);

/**
 * The next rows of a table, ordered by id.
 *
 * @param \WP_REST_Request $request Keys `table` and `after`.
 * @return \WP_REST_Response Keys `rows`, `next` (id after which there are more; null at the end) and `time_zone`.
 */
function serve_wp_sms( $request ) {
	global $wpdb;
	$table = $wpdb->prefix . $request['table'];
	$rows  = array();
	$next  = null;
	// phpcs:disable WordPress.DB -- tables of another plugin, read once; their names and columns are written above.
	if ( $wpdb->get_var( $wpdb->prepare( 'SHOW TABLES LIKE %s', $wpdb->esc_like( $table ) ) ) === $table ) {
		// Older versions lack some of them.
		$present = array_intersect( WP_SMS_TABLES[ $request['table'] ], $wpdb->get_col( "SHOW COLUMNS FROM `$table`" ) );
		$columns = '`' . implode( '`, `', $present ) . '`';
		$found   = $wpdb->get_results( $wpdb->prepare( "SELECT $columns FROM `$table` WHERE ID > %d ORDER BY ID LIMIT %d", $request['after'], WP_SMS_ROWS ), ARRAY_A );
		$bytes   = 0;
		foreach ( $found as $row ) {
			$bytes += strlen( (string) wp_json_encode( $row ) );
			if ( $rows && $bytes > WP_SMS_BYTES ) {
				$next = (int) end( $rows )['ID'];
				break;
			}
			$rows[] = $row;
		}
		if ( null === $next && WP_SMS_ROWS === count( $rows ) ) {
			$next = (int) end( $rows )['ID'];
		}
	}
	// phpcs:enable
	$response = rest_ensure_response(
		array(
			'rows'      => $rows,
			'next'      => $next,
			'time_zone' => wp_timezone_string(),
		)
	);
	$response->header( 'Cache-Control', 'no-store' );
	return $response;
}
