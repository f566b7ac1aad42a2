<?php
/**
 * The subscribe form: a block and the shortcode [tidings_subscribe].
 *
 * @package Tidings
 */

namespace Tidings;

defined( 'ABSPATH' ) || exit;

add_action(
	'init',
	function () {
		wp_register_style( 'tidings-subscribe', plugins_url( 'assets/subscribe.css', FILE ), array(), VERSION );
		wp_register_script( 'tidings-subscribe', plugins_url( 'assets/subscribe.js', FILE ), array(), VERSION, true );
		wp_register_script( 'tidings-subscribe-editor', plugins_url( 'block/editor.js', FILE ), array( 'wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components', 'wp-server-side-render', 'wp-i18n' ), VERSION, true );
		add_action( 'enqueue_block_editor_assets', __NAMESPACE__ . '\\tell_editor_groups' );
		wp_set_script_translations( 'tidings-subscribe-editor', 'tidings', dirname( FILE ) . '/languages' );
		register_block_type( dirname( FILE ) . '/block', array( 'render_callback' => __NAMESPACE__ . '\\render_subscribe_block' ) );
		add_shortcode( 'tidings_subscribe', __NAMESPACE__ . '\\render_subscribe' );
	}
);

/**
 * The form as a block: in an element with the block's class and the width that the theme sets.
 *
 * @param array $attributes See render_subscribe().
 * @return string HTML.
 */
function render_subscribe_block( $attributes ) {
	return '<div ' . get_block_wrapper_attributes() . '>' . render_subscribe( $attributes ) . '</div>';
}

/**
 * The form.
 *
 * @param array|string $attributes Keys `group` (ids, with commas), `title`, `fields` (names, with commas), `button`.
 * @return string HTML.
 */
function render_subscribe( $attributes ) {
	$attributes          = shortcode_atts(
		array(
			'group'  => '',
			'title'  => '',
			'fields' => '',
			'button' => '',
		),
		(array) $attributes,
		'tidings_subscribe'
	);
	$offer               = array(
		'groups' => array_values( array_filter( wp_parse_id_list( $attributes['group'] ) ) ),
		'fields' => array_slice( array_values( array_filter( array_map( 'trim', explode( ',', $attributes['fields'] ) ) ) ), 0, 10 ),
	);
	list( $form, $seal ) = seal_offer( $offer );
	$id                  = form_id( $form );
	$result              = form_result( $form ) + array( 'message' => $id . '-message' );
	wp_enqueue_style( 'tidings-subscribe' );
	wp_enqueue_script( 'tidings-subscribe' );
	ob_start();
	?>
	<form class="tidings-subscribe" method="post" id="<?php echo esc_attr( $id ); ?>" data-form="<?php echo esc_attr( substr( md5( $form ), 0, 10 ) ); ?>">
		<?php if ( '' !== $attributes['title'] ) : ?>
			<h3 class="tidings-subscribe__title"><?php echo esc_html( $attributes['title'] ); ?></h3>
		<?php endif; ?>
		<div class="tidings-subscribe__live" role="status" aria-live="polite" id="<?php echo esc_attr( $result['message'] ); ?>"><?php show_form_message( $result ); ?></div>
		<?php if ( 'done' !== $result['step'] ) : ?>
			<input type="hidden" name="tidings_offer" value="<?php echo esc_attr( $form ); ?>">
			<input type="hidden" name="tidings_seal" value="<?php echo esc_attr( $seal ); ?>">
			<?php
			if ( 'code' === $result['step'] ) {
				show_code_step( $result, $offer );
			} else {
				show_first_step( $result, $offer, $attributes['button'] );
			}
		endif;
		?>
	</form>
	<?php
	return (string) ob_get_clean();
}

/**
 * The id of a form on its page: the same when it is shown again. A page may have the same form twice.
 *
 * @param string $form See form_result().
 * @return string
 */
function form_id( $form ) {
	static $times   = array();
	$times[ $form ] = ( $times[ $form ] ?? 0 ) + 1;
	return 'tidings-' . substr( md5( $form ), 0, 10 ) . ( $times[ $form ] > 1 ? '-' . $times[ $form ] : '' );
}

/**
 * What is shown above the fields.
 *
 * @param array $result See form_result().
 */
function show_form_message( $result ) {
	if ( ! empty( $result['fault'] ) ) {
		// If no field has an error, this gets the focus.
		echo '<p class="tidings-subscribe__fault"' . ( '' === $result['field'] ? ' tabindex="-1" autofocus' : '' ) . '>' . esc_html( $result['fault'] ) . '</p>';
	} elseif ( 'code' === $result['step'] ) {
		/* translators: %s: phone number */
		echo '<p>' . esc_html( sprintf( __( 'We have sent a code to %s, unless it is subscribed already.', 'tidings' ), in_sentence( $result['mobile'] ) ) ) . '</p>';
		if ( ! empty( $result['sandbox'] ) && current_user_can( 'manage_options' ) ) {
			echo '<p>' . esc_html__( 'Only you see this: the service has no gateway yet. The code stays in its sandbox, and no phone gets a text.', 'tidings' ) . '</p>';
		}
	} elseif ( 'done' === $result['step'] ) {
		echo '<p tabindex="-1" autofocus>' . esc_html__( 'Thank you. You are subscribed.', 'tidings' ) . '</p>';
	}
}

/**
 * Name, number, groups and further fields.
 *
 * @param array  $result See form_result().
 * @param array  $offer  Groups and fields.
 * @param string $button Words on the button.
 */
function show_first_step( $result, $offer, $button ) {
	show_input( 'tidings_name', __( 'Name', 'tidings' ), $result['name'] ?? '', $result, 'type="text" autocomplete="name" maxlength="250" required' );
	show_input( 'tidings_mobile', __( 'Mobile number', 'tidings' ), $result['mobile'] ?? '', $result, 'type="tel" autocomplete="tel" maxlength="40" required', example_number() );
	foreach ( $offer['fields'] as $at => $field ) {
		/* translators: %s: name of a field of the form */
		$label = sprintf( __( '%s (optional)', 'tidings' ), $field );
		show_input( 'tidings_field_' . $at, $label, $result['fields'][ $field ] ?? '', $result, 'type="text" maxlength="1000"' );
	}
	if ( count( $offer['groups'] ) > 1 ) {
		$names = group_names();
		echo '<fieldset><legend>' . esc_html__( 'Topics', 'tidings' ) . '</legend>';
		foreach ( $offer['groups'] as $group ) {
			// None is selected in advance: that would not be consent.
			echo '<label class="tidings-subscribe__choice"><input type="checkbox" name="tidings_groups[]" value="' . esc_attr( (string) $group ) . '" '
				. checked( in_array( $group, $result['groups'] ?? array(), true ), true, false );
			if ( $group === $offer['groups'][0] ) {
				show_state( 'tidings_groups', $result );
			}
			echo '> ' . esc_html( group_name( $group, $names ) ) . '</label>';
		}
		echo '</fieldset>';
	}
	echo '<div class="tidings-subscribe__trap" aria-hidden="true"><label>Website <input type="text" name="tidings_website" tabindex="-1" autocomplete="off"></label></div>';
	show_privacy_line();
	show_button( 'form', '' !== $button ? $button : __( 'Subscribe', 'tidings' ) );
}

/** How the number is used, with the site's privacy policy if it has one. */
function show_privacy_line() {
	$line = esc_html__( 'Your name and number are stored to send you these text messages.', 'tidings' );
	/**
	 * Filters the line about privacy in the form.
	 *
	 * @param string $line HTML; '' for none.
	 */
	$line = apply_filters( 'tidings_form_privacy', trim( $line . ' ' . get_the_privacy_policy_link() ) );
	if ( '' !== $line ) {
		echo '<p class="tidings-subscribe__privacy">' . wp_kses_post( $line ) . '</p>';
	}
}

/**
 * The code, with what was entered in the first step, so that another code can be requested.
 *
 * @param array $result See form_result().
 * @param array $offer  Groups and fields.
 */
function show_code_step( $result, $offer ) {
	$kept = array(
		'tidings_name'   => $result['name'],
		'tidings_mobile' => $result['mobile'],
	);
	foreach ( $offer['fields'] as $at => $field ) {
		$kept[ 'tidings_field_' . $at ] = $result['fields'][ $field ] ?? '';
	}
	foreach ( $kept as $name => $value ) {
		echo '<input type="hidden" name="' . esc_attr( $name ) . '" value="' . esc_attr( $value ) . '">';
	}
	foreach ( $result['groups'] as $group ) {
		echo '<input type="hidden" name="tidings_groups[]" value="' . esc_attr( (string) $group ) . '">';
	}
	show_input( 'tidings_code', __( 'Code from the text message', 'tidings' ), '', $result, 'type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required' );
	show_button( 'code', __( 'Confirm', 'tidings' ) );
	echo '<button type="submit" class="tidings-subscribe__again" name="tidings_step" value="form" formnovalidate>' . esc_html__( 'Send another code', 'tidings' ) . '</button>';
}

/**
 * One field with its label.
 *
 * @param string $name        Name.
 * @param string $label       Label.
 * @param string $value       What was typed before.
 * @param array  $result      See form_result().
 * @param string $more        Further attributes, written in this file.
 * @param string $placeholder An example.
 */
function show_input( $name, $label, $value, $result, $more, $placeholder = '' ) {
	echo '<label class="tidings-subscribe__field"><span>' . esc_html( $label ) . '</span><input name="' . esc_attr( $name ) . '" value="' . esc_attr( $value ) . '" ';
	// phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- $more has no variable part.
	echo $more . ( '' === $placeholder ? '' : ' placeholder="' . esc_attr( $placeholder ) . '"' );
	show_state( $name, $result );
	echo '></label>';
}

/**
 * Attributes of the field that gets the focus: its error, so that it is read aloud with the field, or what comes next.
 * Autofocus works without scripts, too.
 *
 * @param string $name   Name of a field.
 * @param array  $result See form_result().
 */
function show_state( $name, $result ) {
	if ( ! empty( $result['fault'] ) && $name === $result['field'] ) {
		echo ' aria-invalid="true" aria-describedby="' . esc_attr( $result['message'] ) . '" autofocus';
	} elseif ( 'tidings_code' === $name ) {
		echo ' aria-describedby="' . esc_attr( $result['message'] ) . '" autofocus';
	}
}

/**
 * The button of a step, with the markup that themes expect.
 *
 * @param string $step  Step that it sends.
 * @param string $words What stands on it.
 */
function show_button( $step, $words ) {
	echo '<button type="submit" class="wp-element-button tidings-subscribe__button" name="tidings_step" value="' . esc_attr( $step ) . '">' . esc_html( $words ) . '</button>';
}
